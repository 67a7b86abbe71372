import { permissions } from './all-permissions.ts'
import type { Probe } from './probe-words.ts'

/** Every endpoint that can be asked for somebody's record. What a scope doesn't hold is never shown, however it is asked for. */
export const probes: Record<string, Probe> = Object.assign({}, ...permissions.map((one) => one.probes))
