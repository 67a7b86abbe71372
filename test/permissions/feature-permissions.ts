import type { Probe } from './probe-requests.ts'

/** Finds or makes a record in a seeded firm, as its owner: a statement that answers its `id`. `given`: parameters whose records are $1, $2 and so on. */
export type ScreenRecord = { sql: string; given?: readonly string[] }

/**
 * Who may do what with a feature, written out by hand and derived from nothing: a permission that changes by mistake differs from what
 * stands here. Cells in the order of roles: admin, direction, supervisor, manager, partner, advisor, banker, investments, hr, user.
 */
export type FeaturePermissions = {
  /** Endpoint → on whose records each role works: a scope, `-` for nothing (403), `*` for all that there is, whoever asks. */
  rows?: Readonly<Record<string, string>>
  /** Endpoints that can be asked for somebody's record, and how. */
  probes?: Readonly<Record<string, Probe>>
  /** Endpoints with ids that name nobody's record, and what the ids are of. */
  notProbed?: Readonly<Record<string, string>>
  /** Path of a screen → `x` for each role that opens it. */
  screens?: Readonly<Record<string, string>>
  /** Parameter in the path of a screen → a record for the browser test of all screens. */
  screenRecords?: Readonly<Record<string, ScreenRecord>>
}
