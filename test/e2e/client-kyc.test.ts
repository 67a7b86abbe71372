import type { Browser, Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAsSecondPerson } from './harness/approve.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let manager: Visitor
let direction: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  manager = await createVisitor(browser, firm)
  direction = await createVisitor(browser, firm)
  await manager.openAs('manager')
  await direction.openAs('direction', '/crm/Aprobaciones')
})
afterAll(async () => {
  await manager?.close()
  await direction?.close()
  await browser?.close()
  await firm?.close()
})

test('a document with both sides is uploaded, checked, and approved by a second person', async () => {
  const { page } = manager
  const [client] = await firm.rows<{ id: string }>(
    `select c.id::text as id from client c join client_list l on l.client_id = c.id join employee e on e.id = l.manager_id
       join registry.membership m on m.cvl = e.cvl and m.role = 'manager'
      where c.kind = 'person' and c.identity_kind = 'dni' and c.kyc_status = 'missing' and m.prefix = 'dino' order by c.id limit 1`,
  )
  const plain = { width: 856, height: 540, channels: 3, background: '#8ac' } as const
  const card = await sharp({ create: plain }).jpeg().toBuffer()
  await manager.open(`/clientes/${client!.id}#kyc`)
  await page.getByRole('button', { name: 'Subir documento de identidad' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (side: Locator) => {
    await side
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'dni.jpg', mimeType: 'image/jpeg', buffer: card })
    await side.getByText('Archivo comprobado.').waitFor()
  }
  await choose(dialog.getByRole('group', { name: 'Anverso' }))
  await dialog.getByLabel('Válido hasta', { exact: true }).fill('15/06/2039')
  await dialog.getByRole('button', { name: 'Subir', exact: true }).click()
  await dialog.getByText('Debes seleccionar anverso y reverso').waitFor()
  await choose(dialog.getByRole('group', { name: 'Reverso' }))
  expect(await manager.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Subir', exact: true }).click()
  await page.getByText('Está pendiente de comprobación.').waitFor()

  await page.getByRole('button', { name: 'Ver y comprobar' }).press('Enter')
  const picture = dialog.getByRole('img', { name: 'Anverso' })
  await picture.waitFor()
  // The document has the focus from the start, and keeps it on its other side.
  const frame = page.getByRole('region', { name: /Imagen del documento/ })
  for (const [key, side] of [
    ['s', 'Reverso'],
    ['s', 'Anverso'],
  ] as const) {
    await page.keyboard.press(key)
    await dialog.getByRole('img', { name: side }).waitFor()
  }
  await page.keyboard.press('+')
  await dialog.getByText('Anverso · 150 %').waitFor()
  // What was in the middle is still there.
  const isCentred = () =>
    frame.evaluate(({ scrollTop, scrollHeight, clientHeight }) => Math.abs(scrollTop * 2 + clientHeight - scrollHeight))
  await expect.poll(isCentred).toBeLessThan(4)
  await frame.press('r')
  await expect.poll(() => picture.getAttribute('data-turn')).toBe('90')
  expect(await manager.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Verificar' }).press('Enter')
  const reason = page.getByRole('dialog').last()
  await reason.getByLabel('Comentario para quien lo aprueba').fill('He visto el original')
  await reason.getByRole('button', { name: 'Verificar' }).press('Enter')
  await page.getByText('Está pendiente de aprobación por otra persona.').waitFor()

  const link = page.getByRole('link', { name: 'Ver la propuesta' }).first()
  await direction.open((await link.getAttribute('href'))!)
  await direction.page.getByRole('img', { name: 'Anverso' }).waitFor()
  expect(await direction.violations()).toEqual([])
  await approveAsSecondPerson(direction, link)
  const [now] = await firm.rows<{ kyc_status: string; looks: number }>(
    `select kyc_status, (select count(*)::int from audit_event a where a.action = 'kyc.viewed' and a.entity_id = c.id) as looks
       from client c where c.id = ${client!.id}`,
  )
  expect(now).toMatchObject({ kyc_status: 'approved' })
  expect(now!.looks).toBeGreaterThanOrEqual(2)
})
