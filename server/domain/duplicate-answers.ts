import type { Ctx } from '#server/core/ctx.ts'

/** Enough for somebody who types a stack of papers; too few for somebody who looks for numbers. */
export const duplicateAnswerLimits = [
  { maxCalls: 30, seconds: 60 },
  { maxCalls: 200, seconds: 3600 },
]

/** Whose answers are counted together, however they ask whether somebody is there. */
export const duplicateAnswerKey = ({ prefix, person }: Pick<Ctx, 'prefix' | 'person'>): string =>
  `client duplicates ${prefix} ${person.userId}`
