import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let manager: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  manager = await createVisitor(browser, firm)
  await manager.openAs('manager')
})
afterAll(async () => {
  await manager?.close()
  await browser?.close()
  await firm?.close()
})

test('a manager proposes to merge two clients and the old address leads on', async () => {
  const { page } = manager
  const pairs = await firm.rows<{ id: string; cvl: string; name: string }>(
    `select client.id::text, client.cvl, concat_ws(' ', client.name, nullif(client.surname, '')) as name from client join client_list l on l.client_id = client.id
      where client.kind = 'person' and client.block_kind is null and client.restricted_at is null and l.manager_id = (
        select e.id from employee e join membership m on m.cvl = e.cvl where m.role = 'manager' and m.prefix = 'dino' order by m.user_id limit 1)
        and not exists (select from payment_order o where o.client_id = client.id and o.state in ('requested', 'approved', 'in_batch', 'sent'))
        and not exists (select from approval a where a.state = 'pending' and (a.subject_client_id = client.id
          or a.entity = 'account' and a.entity_id in (select h.account_id from account_holder h where h.client_id = client.id)))
        and not exists (select from handover_client h join handover o on o.id = h.handover_id where h.client_id = client.id and o.state in ('proposed', 'accepted'))
      order by client.id limit 2`,
  )
  const [survivor, absorbed] = pairs
  await manager.goTo(`/clientes/${survivor!.id}/fusionar/${absorbed!.id}`)
  await page.getByRole('heading', { level: 1, name: 'Fusionar clientes' }).waitFor()
  await page.getByLabel(`Conservar de ${absorbed!.name} (${absorbed!.cvl})`).check()
  expect(await manager.violations()).toEqual([])
  await page.getByLabel('Motivo').fill('Es la misma persona')
  await page.getByRole('button', { name: 'Proponer la fusión' }).click()
  await page.getByText('Propuesta enviada').waitFor()
  // Decided by another person: the tests of the server approve it.
  await firm.rows(
    `with gone as (update client set merged_into_id = ${survivor!.id} where id = ${absorbed!.id} returning id) select refresh_client_list(array[id]) from gone`,
  )
  await firm.rows(`select refresh_client_list(array[${absorbed!.id}])`)
  await manager.goTo(`/clientes/${absorbed!.id}`)
  await page.waitForURL(`**/clientes/${survivor!.id}`)
  await page.getByRole('heading', { level: 1, name: survivor!.name }).waitFor()
})
