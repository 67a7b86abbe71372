import { permissions } from './all-permissions.ts'

/** Endpoints with ids in them that name no record of a client or a member of staff, and what the ids are of. */
export const unprobedEndpoints: Record<string, string> = Object.assign(
  {},
  ...permissions.map(({ notProbed }) => notProbed),
)
