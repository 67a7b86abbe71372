import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { Probe } from './probe-requests.ts'

/** Finds or makes a record in a seeded firm, as its owner: a statement that answers its `id`. `given`: parameters whose records are $1, $2 and so on. */
export type ScreenRecord = { sql: string; given?: readonly string[] }

/** The task by which a second person checks a change of settings or rights, with what asks for one; or why one person may make it. */
export type SettingsWrite =
  | string
  | { task: ApprovalTaskName; request?: { params?: Record<string, unknown>; body?: unknown } }

/** A client of the test of erasures; `phrase` names them, and may be left nowhere once they are erased. */
export type ErasedClientFacts = {
  clientId: string
  otherId: string
  accountId: string
  fileId: string
  journalId: string
  userId: string
  phrase: string
  json: string
}

/**
 * Who may do what with a feature, written out by hand and derived from nothing: a permission that changes by mistake differs from what
 * stands here. Cells in the order of roles: admin, direction, supervisor, manager, partner, advisor, banker, investments, hr, user.
 */
export type FeaturePermissions = {
  /** Its records are of members of staff, who stand in the zone of their office: of a zone one has one's own too. */
  belongsToStaff?: true
  /** Endpoint → on whose records each role works: a scope, `-` for nothing (403), `*` for all that there is, whoever asks. */
  rows?: Readonly<Record<string, string>>
  /** Endpoints that can be asked for somebody's record, and how. */
  probes?: Readonly<Record<string, Probe>>
  /** Endpoints with ids that name nobody's record, and what the ids are of. */
  notProbed?: Readonly<Record<string, string>>
  /** Path of a screen → `x` for each role that opens it. */
  screens?: Readonly<Record<string, string>>
  /** Path of a screen → what it asks of the API when it opens, as `test/e2e/screen-calls.ts` says it. */
  screenCalls?: Readonly<Record<string, readonly string[]>>
  /** Parameter in the path of a screen → a record for the browser test of all screens. */
  screenRecords?: Readonly<Record<string, ScreenRecord>>
  /** Endpoint that changes settings or rights → who checks it, or why nobody gains by it. */
  settingsWrites?: Readonly<Record<string, SettingsWrite>>
  /** Statements that write rows about a client into the feature's tables, each text with the phrase: the test of erasures looks what is left of them. */
  erasedRows?: (facts: ErasedClientFacts) => readonly string[]
}
