import { z } from 'zod'
import { taskNames } from '#contract/approvals.ts'
import { Id } from '#contract/core/values.ts'

/** A change of a setting that waits for a second person, as its text names it. */
export const WaitingSetting = z.object({
  approvalId: Id,
  task: z.enum(taskNames),
  params: z.record(z.string(), z.string()),
})
export type WaitingSetting = z.infer<typeof WaitingSetting>
