import type { Job } from './core/jobs.ts'
import { mailJobs } from './core/mail/mail.jobs.ts'
import { fileJobs } from './domain/files.jobs.ts'
import { features } from './features/all-features.ts'

/** Every job that the worker runs: those of the features, and what they share. */
export const allJobs: readonly Job[] = [...mailJobs, ...fileJobs, ...features.flatMap(({ jobs }) => jobs ?? [])]
