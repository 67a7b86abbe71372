import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { createVisitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

type MaturingClient = { id: string; cvl: string; accountId: string; number: string }

/** A client of the manager's with one account, whose term ends on the first Saturday in more than a month. */
const findMaturingClient = async (): Promise<MaturingClient> => {
  const [found] = await firm.rows<MaturingClient>(
    `select c.client_id as id, client.cvl, a.id as "accountId", a.number from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
       join client_list c on c.manager_id = e.id join client on client.id = c.client_id
       join account a on a.client_id = c.client_id and a.status = 'active' and a.expires_on > $2::date + 7
       join account_balance b on b.account_id = a.id and b.balance > 100
      where u.email = $1 and not c.is_joint and not c.is_company and a.signature = 'one'
        and (select count(*) from account_holder h where h.client_id = c.client_id) = 1
      order by c.client_id limit 1`,
    [firm.emailOf('manager'), firm.today],
  )
  await firm.rows(
    `update account set instruction = 'pay_out', transfer_product_id = null,
            expires_on = $2::date + 30 + (6 - extract(dow from $2::date + 30)::int) where id = $1`,
    [found!.accountId, firm.today],
  )
  return found!
}

test('a client’s maturity is renewed in five acts from the palette', async () => {
  const client = await findMaturingClient()
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager')
  // The acts: the palette, its line, the instruction, the choice, the key that saves.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type(client.cvl)
  await page.getByRole('option', { name: new RegExp(client.cvl) }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/clientes/${client.id}`)
  await page
    .getByText(/^Vence en sábado; se paga el lunes \d\d\/\d\d\/\d{4}\.$/)
    .first()
    .waitFor()
  expect(await who.violations()).toEqual([])
  await pressKeyOn(page.getByRole('button', { name: 'Cambiar', exact: true }))
  await page.locator('[role="dialog"] select:focus').waitFor()
  expect(await who.violations()).toEqual([])
  await page.getByRole('combobox', { name: 'Instrucción' }).selectOption({ label: 'Renovar capital e intereses' })
  await page.keyboard.press('Control+Enter')
  await page.getByText(`${client.number}: Renovar capital e intereses.`).waitFor()
  expect(await firm.rows(`select instruction from account where id = $1`, [client.accountId])).toEqual([
    { instruction: 'renew_all' },
  ])

  // The account says the same, and changes it in place.
  await who.open(`/clientes/${client.id}/cuentas/${client.accountId}`)
  const part = page.getByRole('region', { name: 'Al vencimiento' })
  await part.getByText('Renovar capital e intereses').waitFor()
  await pressKeyOn(part.getByRole('button', { name: 'Cambiar' }))
  await page.locator('[role="dialog"] select:focus').waitFor()
  await page.getByRole('combobox', { name: 'Instrucción' }).selectOption({ label: 'Pagar' })
  await page.keyboard.press('Control+Enter')
  await part.getByText('Pagar', { exact: true }).waitFor()
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
  await who.close()
}, 60_000)

// Ways from a client’s page to what other journeys do.
testInFullRun(
  'the count of a client’s pending approvals opens exactly these',
  async () => {
    const client = await findMaturingClient()
    await firm.rows(
      `insert into approval (task, entity, subject_client_id, lies_with_id, params, payload, reason, made_by, expires_at)
     select task, 'anything', $1, c.manager_id, '{"who":"A","account":"A-1","amount":"1.00"}', '{}', 'Lo pide el cliente', u.id, now() + interval '5 days'
       from client_list c, registry.app_user u, unnest(array['bonus', 'payout']) task where c.client_id = $1 and u.email = $2`,
      [client.id, firm.emailOf('manager')],
    )
    const who = await createVisitor(browser, firm)
    const { page } = who
    await who.openAs('manager')
    await who.open(`/clientes/${client.id}`)
    await page.getByRole('link', { name: '2', exact: true }).press('Enter')
    await page.waitForURL(`**/crm/Aprobaciones?box=all&state=pending&client=${client.cvl}*`)
    await page.getByText(/Todos · 2 cambios/).waitFor()
    await page.getByRole('button', { name: `CVL del cliente: ${client.cvl}`, exact: true }).waitFor()
    expect(who.problems).toEqual([])
    await who.close()
  },
  60_000,
)

testInFullRun(
  'a row menu of a client’s accounts opens the dialog of its action',
  async () => {
    const client = await findMaturingClient()
    const who = await createVisitor(browser, firm, { width: 1366, height: 768 })
    const { page } = who
    await who.openAs('manager', `/clientes/${client.id}`)
    const head = page.getByRole('link', { name: /^\+/ }).first()
    await head.waitFor()
    expect((await head.boundingBox())!.y).toBeLessThan(768)
    await pressKeyOn(page.getByRole('button', { name: `Acciones de la cuenta ${client.number}` }))
    await page.getByRole('menuitem', { name: 'Simular la cancelación' }).waitFor()
    expect(await who.violations()).toEqual([])
    await page.getByRole('menuitem', { name: 'Simular la cancelación' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: new RegExp(client.number) })
    await dialog.getByText('Neto a pagar').waitFor()
    expect(await who.violations()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(who.problems).toEqual([])
    await who.close()
  },
  60_000,
)

test('a withdrawal is asked for from the client’s row of the list', async () => {
  const client = await findMaturingClient()
  const [{ name }] = (await firm.rows<{ name: string }>(
    `select concat_ws(' ', name, surname) as name from client where id = $1`,
    [client.id],
  )) as [{ name: string }]
  const who = await createVisitor(browser, firm)
  const { page } = who
  await who.openAs('manager', `/clientes?search=${client.cvl}`)
  const row = page.locator('a[data-row]')
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  await page.locator('[role="menuitem"]:focus').waitFor()
  expect(await who.violations()).toEqual([])
  await page.getByRole('menuitem', { name: 'Solicitar retirada' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Retirada de la cuenta/ })
  // One account allows it: its dialog opens at once, and says whose account it is.
  await dialog.getByText(name).waitFor()
  await dialog.locator(':is(input, button):focus').waitFor()
  expect(await who.violations()).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
  await who.close()
}, 60_000)
