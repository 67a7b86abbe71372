import type { RawBuilder, SqlBool } from 'kysely'
import type { DataSubject } from '#contract/core/data-subjects.ts'
import type { ClientCondition } from './client-rows.ts'
import type { SqlPrivilege } from './privileges.ts'

/** What becomes of the rows that name a client when their record is merged with another one. */
export type MergeRule =
  /** The row is the survivor's from then on, and goes back when the merge is undone. */
  | {
      becomes: 'moves'
      /** Rows about any kind of record: those of clients. */
      ofEntity?: true
      /** SQL about the row `m` of the merged record and the survivor `$survivor`: a row for which it holds stays where it is. */
      unless?: string
      /** SQL of columns that change with the move. */
      alsoSets?: string
    }
  /** The merge does more with it than move it. */
  | { becomes: 'handled'; how: string }
  /** The row goes on naming the merged record. */
  | { becomes: 'stays'; because: string }

/**
 * What an erasure does with the rows of a table that say something of the client. Every column of words, of JSON or of bytes is set, or stays and is named:
 * a test compares with the database, so that a new column fails until somebody has said what becomes of it.
 */
export type ErasureRule = {
  /** Which rows `x`; left out where they are those of the export. `texts`: what the client is called and reached by. */
  rows?: (clientId: string, texts: readonly string[]) => RawBuilder<SqlBool>
} & (
  | { does: 'set'; sets: Readonly<Record<string, string>>; stays?: readonly string[] }
  /** `byOwner`: functions of the owner do it, because the role of the prefix may not. */
  | { does: 'delete'; byOwner?: true }
  | { does: 'owner'; sets: readonly string[]; stays?: readonly string[] }
  | { does: 'nothing'; stays: readonly string[] }
)

/** What others have to know of a table. */
export type TableEntry = {
  /** What the role of a prefix may do with it. */
  rights: readonly SqlPrivilege[]
  /** What its rows are about. Null: no answer shows them, or pages hear of them otherwise. A new feature may leave it out, until its module has subjects. */
  subject?: DataSubject | null
  /** By column: what a merge does with the rows that name a client, or a record of any kind. */
  merged?: Readonly<Record<string, MergeRule>>
  /** What the erasure of a client does with its rows, or why it passes them by. */
  erased: ErasureRule | string
  /** Rows that the right of access gives a client. Of a table that names clients and gives none: why. */
  exported?: ClientCondition | string
  /** Columns that are no data of the person, or not theirs to read. */
  hidden?: readonly string[]
}

/**
 * What a feature says of its tables, and which functions the role of a prefix may call; other functions run inside these or in triggers. A table that
 * no feature names can't be used, and fails the check.
 */
export type FeatureTables = { tables?: Readonly<Record<string, TableEntry>>; functions?: readonly string[] }
