import type { DayReason } from '#contract/my-day.ts'

/** Whom a reason is about: a client or a contact, one row of the list. */
export type DayPerson = {
  kind: 'client' | 'contact'
  id: string
  name: string
  cvl: string | null
  phone: string | null
  /** Null where the caller doesn't see them. */
  path: string | null
}

/** A reason as its feature knows it; what it leaves out is null. `isPressing`: somebody said that it is. */
export type DayReasonRow = Pick<DayReason, 'id' | 'path'> &
  Partial<Omit<DayReason, 'id' | 'path' | 'key' | 'kind'>> & { person: DayPerson | null; isPressing?: boolean }

/** Of one kind nobody does more in a day, so that no list of a day counts all that there is. */
export const maxReasonsOfKind = 50
