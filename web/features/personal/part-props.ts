import type { Session } from '#contract/session.ts'

/** What each part of the screen is about. */
export type PartProps = { session: Session }
