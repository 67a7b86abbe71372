import type { Feature } from '#server/core/feature.ts'
import { ledgerJobs } from './ledger.jobs.ts'

export const feature: Feature = { jobs: ledgerJobs }
