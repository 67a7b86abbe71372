import type { Job } from './core/jobs.ts'
import { approvalJobs } from './features/approvals/approvals.jobs.ts'

/** Every job that the worker runs; each feature declares its own. */
export const allJobs: readonly Job[] = [...approvalJobs]
