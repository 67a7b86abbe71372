import type { Kysely } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB, PostingRunKind } from '#db/types.ts'

/** What is posted of a day. */
export type NightlyRunOptions = {
  db: Kysely<DB>
  prefix: Prefix
  /** The business date: what was due by then is settled, and booked on it. */
  day: string
  now: () => number
  signal?: AbortSignal | undefined
  /** Of an account whose failure is a fault of ours. */
  onError: (error: unknown) => void
}

/**
 * What a feature posts of a day once its interest is posted. What is done is never done again, and what failed is tried again. Answers the number of its
 * run; null where another process has it in hand.
 */
export type NightlyRun = { kind: PostingRunKind; work: (run: NightlyRunOptions) => Promise<string | null> }
