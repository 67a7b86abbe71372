import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretBox } from '#server/core/secret-box.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { runImports } from '#server/features/imports/mapped/run-imports.ts'
import { approveAsSecondPerson } from './harness/approve.ts'
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

test('an imported client list is checked, decided, approved by another user and written', async () => {
  const [known] = await firm.rows<{ number: string; manager: string }>(
    `select c.identity_number as number, e.cvl as manager
       from client c join client_list l on l.client_id = c.id join employee e on e.id = l.manager_id and e.terminated_on is null
      where c.identity_kind = 'dni' and c.block_kind is null order by c.id limit 1`,
  )
  const { number, manager } = known!
  const who = await createVisitor(browser, firm)
  const second = await createVisitor(browser, firm)
  const { page } = who
  const failures: unknown[] = []
  await second.openAs('direction')
  await who.openAs('admin', '/crm/Importar')
  await pressKeyOn(page.getByRole('button', { name: 'Nueva importación' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Clientes' }).check()
  const lines = [
    'Clientes de la oficina;;;;',
    'Apellidos y nombre;NIF;Teléfono;C.P.;Gestor',
    `"Conocido, Alguien";${number};699 111 222;;${manager}`,
    `"Viaje, Nuria de";77777701G;;28001;${manager}`,
    `"Letra, Sin";00000001A;;;${manager}`,
  ]
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') })
  await pressKeyOn(dialog.getByRole('button', { name: 'Subir archivo' }))
  await page.getByRole('heading', { level: 1, name: /^Clientes, importación/ }).waitFor()
  await pressKeyOn(page.getByRole('button', { name: 'Comprobar', exact: true }))
  await page.getByRole('link', { name: 'Filas con errores (1)' }).waitFor()
  expect(await who.violations()).toEqual([])
  await pressKeyOn(page.getByRole('button', { name: /^Decisión de la línea 3/ }))
  await page.getByRole('option', { name: 'Actualizar el existente' }).click()
  await page.getByRole('button', { name: 'Decisión de la línea 3: Actualizar el existente' }).waitFor()
  await pressKeyOn(page.getByRole('button', { name: 'Importar', exact: true }))
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.getByRole('checkbox', { name: /^Importar solo las filas correctas/ }).check()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).fill('Cambio de sistema')
  await page.keyboard.press('Control+Enter')
  await approveAsSecondPerson(second, page.getByRole('link', { name: 'Ver la aprobación' }))
  await runImports({
    db: firm.tenants.of('dino').db,
    prefix: 'dino',
    box: secretBox(firm.secret, clientAuditPurpose),
    day: firm.today,
    now: Date.now,
    onError: (error) => failures.push(error),
  })
  await page.reload()
  await page.getByText('Importada', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Viaje, Nuria de' }).waitFor()
  expect(await firm.rows('select phone from client where identity_number = $1', [number])).toEqual([
    { phone: '+34699111222' },
  ])
  expect(await who.untranslated()).toEqual([])
  expect([...failures, ...who.problems, ...second.problems]).toEqual([])
  await second.close()
  await who.close()
})
