import type { RequestInput } from '#contract/core/endpoint.ts'
import type { addAttachment } from '#contract/records/attachments.ts'
import type { RecordEntity } from '#contract/records.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
export type Caller = Awaited<ReturnType<Tenant['as']>>

/** A client with an account, who looks after them, and somebody who doesn't. */
export const createRecordsFixture = async () => {
  const t = await createTestTenant('dino')
  const superior = await t.make.employee({ name: 'Berta', position: 'supervisor' })
  const mine = await t.make.employee({ name: 'Marta', supervisorId: superior.id })
  const brings = await t.make.employee({ name: 'Pau', position: 'partner' })
  const other = await t.make.employee({ name: 'Olga' })
  const client = await t.make.client({ staff: { manager: mine.id, partner: brings.id } })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  return {
    t,
    client,
    accountId,
    employees: { superior, mine, brings, other },
    manager: await t.as('manager', mine.cvl),
    partner: await t.as('partner', brings.cvl),
    supervisor: await t.as('supervisor', superior.cvl),
    outsider: await t.as('manager', other.cvl),
    director: await t.as('direction'),
    admin: await t.as('admin'),
  }
}

export const buildExpectedError = (status: number, code: string) => ({ status, code })

export const buildRecordRequest = (entity: RecordEntity, recordId: string) => ({ params: { entity, recordId } })

/** An upload as the browser sends it. */
export const buildUpload = (
  fileName: string,
  content: Uint8Array | string,
): Pick<RequestInput<typeof addAttachment>, 'query' | 'content'> => ({
  query: { fileName },
  content: new Blob([typeof content === 'string' ? content : new Uint8Array(content)], {
    type: 'application/octet-stream',
  }),
})
