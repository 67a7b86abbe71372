import * as contract from '#contract/public-links.ts'
import type { Feature } from '#server/core/feature.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import type { FeatureJob } from '#server/core/jobs.ts'
import { buildPublicRoute } from '#server/core/routes.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { clientMailJob } from '#server/domain/client-mail.ts'
import { sendLinkCode, verifyLinkCode } from './link-codes.ts'
import { sendClientMail } from './send-client-mail.ts'

/** What could not be delivered waits in its table, and is looked for each minute. */
const sendClientMailJob: FeatureJob = {
  ...clientMailJob,
  ifKilled: 'the queue of e-mails, as those that are killed',
  of: 'prefix',
  cron: '* * * * *',
  work: ({ tenant, prefix, clock, deps: { mail, secret, home, publicUrl }, signal }) => {
    const getSecretBox = (purpose: string) => secretBox(secret, purpose)
    const files = openFileStorage(home, getSecretBox(fileEncryptionPurpose))
    const { deliver, onFailure } = mail
    return sendClientMail({ tenant, prefix, clock, publicUrl, getSecretBox, files, deliver, onFailure }, signal)
  },
}

export const feature: Feature = {
  routes: [
    buildPublicRoute(contract.sendLinkCode, sendLinkCode),
    buildPublicRoute(contract.verifyLinkCode, verifyLinkCode),
  ],
  jobs: [sendClientMailJob],
}
