import { approveChangeRequest } from '#contract/approvals.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import {
  estateRequirements,
  getEstate,
  registerDeath,
  releaseEstate,
  setEstateRecipients,
  setEstateRequirement,
} from '#contract/estates.ts'
import { addAttachment } from '#contract/records/attachments.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

export const today = '2026-07-31'
const nowMs = Date.parse(`${today}T09:00:00Z`)
const bankNumber = 'ES9121000418450200051332'
export const reason = 'Lo comunica la familia'

type Recipient = RequestInput<typeof setEstateRecipients>['body']['recipients'][number]

/** A firm with a manager and somebody of direction, and a client who has died with 100,000.00 at 5 % since half a year. */
const createEstateFirm = async () => {
  const t = await createTestTenant('dino', () => nowMs)
  await setSecondFactorRequired(t.db, false)
  const managerRecord = await t.make.employee()
  const manager = await t.as('manager', managerRecord.cvl)
  const direction = await t.as('direction')

  const person = (more: object = {}) =>
    t.make.client({
      staff: { manager: managerRecord.id },
      checked: true,
      postalCode: '28001',
      bankAccounts: [bankNumber],
      ...more,
    })
  const openAccount = async (clientId: string, capital: string, more: object = {}) => {
    const { id: productId } = await t.make.product()
    const terms = { rate: '5', openedOn: '2026-01-31', expiresOn: '2027-01-31' }
    const account = await t.make.account({ clientId, productId, ...terms, ...more })
    if (Number(capital) > 0) await t.make.movement(account.id, capital, 'contribution', '2026-01-31')
    return account.id
  }
  const findBankAccountId = async (clientId: string) =>
    (await t.db.selectFrom('clientBankAccount').where('clientId', '=', clientId).select('id').executeTakeFirstOrThrow())
      .id
  return { t, managerRecord, manager, direction, person, openAccount, findBankAccountId }
}

/** The same with what a manager does after a death. */
export const createEstateFixture = async () => {
  const firm = await createEstateFirm()
  const { manager, direction, findBankAccountId } = firm
  type Caller = typeof manager
  const approve = (approvalId: string | null, caller: Caller = direction) =>
    caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const fetch = (clientId: string, caller: Caller = manager) => caller.call(getEstate, { params: { clientId } })
  const fetchVersion = async (clientId: string) => (await fetch(clientId))!.version

  const addCertificate = async (clientId: string, caller: Caller = manager) =>
    (
      await caller.call(addAttachment, {
        params: { entity: 'client', recordId: clientId },
        query: { fileName: 'defuncion.txt' },
        content: new Blob(['Certificado de defunción'], { type: 'application/octet-stream' }),
      } as never)
    ).id
  const register = async (clientId: string, more: object = {}) => {
    const attachmentId = await addCertificate(clientId)
    return manager.call(registerDeath, {
      params: { clientId },
      body: { diedOn: '2026-07-10', attachmentId, reason, ...more },
    })
  }
  const setPaper = async (clientId: string, kind: (typeof estateRequirements)[number], body: object = {}) =>
    manager.call(setEstateRequirement, {
      params: { clientId, kind },
      body: {
        version: await fetchVersion(clientId),
        state: 'accepted',
        attachmentId: null,
        note: 'En la carpeta',
        ...body,
      },
    })
  const acceptPapers = async (clientId: string) => {
    for (const kind of estateRequirements) await setPaper(clientId, kind)
  }
  const setRecipients = async (clientId: string, recipients: Recipient[], caller: Caller = manager) =>
    caller.call(setEstateRecipients, {
      params: { clientId },
      body: { version: await fetchVersion(clientId), recipients },
    })
  const toBank = async (
    clientId: string,
    share: string | null,
    role: Recipient['role'] = 'heir',
  ): Promise<Recipient> => ({
    clientId,
    role,
    share,
    accountId: null,
    bankAccountId: await findBankAccountId(clientId),
  })
  const toAccount = (clientId: string, share: string, accountId: string): Recipient => ({
    clientId,
    role: 'heir',
    share,
    accountId,
    bankAccountId: null,
  })
  const release = async (clientId: string, caller: Caller = manager) =>
    caller.call(releaseEstate, { params: { clientId }, body: { version: await fetchVersion(clientId), reason } })

  return {
    ...firm,
    approve,
    fetch,
    register,
    addCertificate,
    setPaper,
    acceptPapers,
    setRecipients,
    toBank,
    toAccount,
    release,
  }
}
