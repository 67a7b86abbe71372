import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import type { FeatureJob, JobRun } from '#server/core/jobs.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { consentDocumentsJob } from './answer-consents.ts'
import { supersedeConsentsJob } from './consent-text-task.ts'
import { findLinksWithoutDocument, makeConsentDocument } from './make-consent-document.ts'
import { supersedeConsents } from './supersede-consents.ts'

const makeDocuments = async ({ deps: { secret, home }, db, prefix, clock, signal }: JobRun): Promise<void> => {
  const getSecretBox = (purpose: string) => secretBox(secret, purpose)
  const files = openFileStorage(home, getSecretBox(fileEncryptionPurpose))
  const failures: unknown[] = []
  for (const linkId of await findLinksWithoutDocument(db)) {
    if (signal.aborted) return
    // One that can't be made holds up nobody else's: the job fails at the end, and is run again.
    await makeConsentDocument({ getSecretBox, clock, db, prefix, files }, linkId).catch((error: unknown) => {
      failures.push(error)
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} documents of consents failed`)
}

export const consentJobs: readonly FeatureJob[] = [
  {
    ...consentDocumentsJob,
    ifKilled: 'a transaction for each document: a link without one is found again',
    of: 'prefix',
    cron: '*/10 * * * *',
    work: makeDocuments,
  },
  {
    ...supersedeConsentsJob,
    ifKilled: 'a transaction for each batch: what holds still is found again',
    of: 'prefix',
    cron: '5 0 * * *',
    work: ({ db, today, clock, signal }) => supersedeConsents({ db, today, clock }, signal),
  },
]
