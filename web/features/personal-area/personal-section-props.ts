import type { Session } from '#contract/auth.ts'

/** What each part of the screen is about. */
export type PersonalSectionProps = { session: Session }
