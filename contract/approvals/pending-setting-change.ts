import { z } from 'zod'
import { approvalTaskNames } from '#contract/approvals.ts'
import { Id } from '#contract/core/values.ts'

/** A change of a setting that waits for a second person, as its text names it. */
export const PendingSettingChange = z.object({
  approvalId: Id,
  task: z.enum(approvalTaskNames),
  params: z.record(z.string(), z.string()),
})
export type PendingSettingChange = z.infer<typeof PendingSettingChange>
