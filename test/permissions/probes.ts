import { permissions } from './all-permissions.ts'
import type { Probe } from './probe-requests.ts'

/** Every endpoint that can be asked for somebody's record. What a scope doesn't hold is never shown, however it is asked for. */
export const probesByEndpoint: Record<string, Probe> = Object.assign({}, ...permissions.map((one) => one.probes))
