import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { freePort } from './harness/free-port.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
beforeAll(async () => {
  // Passkeys want a name, which the loopback has.
  const port = await freePort()
  const environment = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  firm = await startFirm(environment)
  browser = await shareBrowser()
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openVisitor = async (width?: number): Promise<Visitor> => {
  const who = await createVisitor(browser, firm, width ? { width } : {})
  visitors.push(who)
  return who
}

/** Name and password, and wherever that leads. */
const typeCredentials = async ({ page, open }: Visitor, role: Role): Promise<void> => {
  await open('/auth/login')
  await page.getByLabel('Usuario o correo electrónico').fill(firm.emailOf(role))
  await page.getByLabel('Contraseña', { exact: true }).fill(firm.password)
  await page.keyboard.press('Enter')
}

const securityPath = '/crm/areapersonal?part=security'
const expectNoProblems = async (who: Visitor): Promise<void> => {
  expect(await who.untranslated()).toEqual([])
  expect(await who.violations()).toEqual([])
  expect(await who.overflow()).toBe(0)
  expect(who.problems).toEqual([])
}
/** Waits for a code whose half minute isn't the one that has counted. */
const generateNextCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
const generateCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Sets the app up on the page of security, the password given where it is asked. Answers secret and recovery codes. */
const enrolAuthenticatorApp = async ({ page }: Visitor): Promise<{ secret: string; codes: string[] }> => {
  await page.getByRole('button', { name: 'Activar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirma tu identidad' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('La contraseña no es correcta.').waitFor()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(firm.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'Código QR para la aplicación' }).waitFor()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Código de la aplicación').fill(generateCode(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Tus códigos de recuperación' }).waitFor()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[0-9a-z]{5}-[0-9a-z]{5}$/ })
    .allInnerTexts()
  return { secret, codes }
}

test('an authenticator app is asked for at sign-in; a recovery code replaces one lost', async () => {
  const who = await openVisitor()
  const { page } = who
  await typeCredentials(who, 'manager')
  await page.waitForURL(/\/crm$/)
  await who.open(securityPath)
  await expectNoProblems(who)
  const { secret, codes } = await enrolAuthenticatorApp(who)
  expect(codes).toHaveLength(10)
  await expectNoProblems(who)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  const file = await readFile(await (await coming).path(), 'utf8')
  for (const code of codes) expect(file).toContain(code)
  await page.getByRole('button', { name: 'Ya los he guardado' }).click()
  await page.getByText('Te quedan 10 códigos.').waitFor()

  await page.goto('/auth/logout')
  await typeCredentials(who, 'manager')
  await page.waitForURL(/\/auth\/second-factor/)
  await who.settled()
  await expectNoProblems(who)
  // Nothing else opens meanwhile.
  await page.goto('/clientes')
  await page.waitForURL(/\/auth\/second-factor\?next=%2Fclientes/)
  const field = page.getByLabel('Código de la aplicación')
  await field.fill('000000')
  await page.getByText('El código no es correcto o ya se ha usado.').waitFor()
  expect(await field.inputValue()).toBe('')
  const code = generateNextCode(secret)
  // As people copy it; it is sent without being asked.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL(/\/clientes/)
  await who.settled()

  await page.goto('/auth/logout')
  await typeCredentials(who, 'manager')
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación').fill(codes[4]!.toUpperCase())
  await page.keyboard.press('Enter')
  // Where they were last in the CRM.
  await page.waitForURL(/\/crm\/areapersonal/)
  await who.open(securityPath)
  await page.getByText('Te quedan 9 códigos.').waitFor()

  // Some time after, new ones take a code and not the password.
  await firm.rows(
    `update registry.session set second_factor_at = now() - interval '2 minutes'
      where user_id = (select id from registry.app_user where email = $1)`,
    [firm.emailOf('manager')],
  )
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Crear códigos nuevos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirma tu identidad' })
  await dialog.getByText('Escribe un código de la aplicación o uno de recuperación.').waitFor()
  expect(await dialog.getByLabel('Contraseña').count()).toBe(0)
  expect(await who.violations()).toEqual([])
  await dialog.getByLabel('Código').fill(codes[5]!)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Tus códigos de recuperación' }).waitFor()
  expect(await who.untranslated()).toEqual([])
  expect(who.problems).toEqual([])
})

test('a passkey is made, opens the next session, and is removed', async () => {
  const who = await openVisitor()
  const { page } = who
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await typeCredentials(who, 'banker')
  await page.waitForURL(/\/crm$/)
  await who.open(securityPath)
  await page.getByRole('button', { name: 'Añadir una llave' }).click()
  await page.getByLabel('Nombre de la llave').fill('Portátil')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(firm.password)
  await page.keyboard.press('Enter')
  await page.getByText('Llave «Portátil» guardada.').waitFor()
  await page.getByRole('heading', { name: 'Tus códigos de recuperación' }).waitFor()
  await expectNoProblems(who)
  // The same device again.
  await page.getByRole('button', { name: 'Añadir una llave' }).click()
  await page.getByRole('button', { name: 'Crear la llave' }).click()
  await page.getByText('Este dispositivo ya tiene una llave tuya.').waitFor()

  await page.goto('/auth/logout')
  await typeCredentials(who, 'banker')
  await page.waitForURL(/\/auth\/second-factor/)
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))

  // With neither a password nor a code, and some time after: the passkey confirms what it is about.
  const banker = '(select id from registry.app_user where email = $1)'
  for (const change of [
    `delete from registry.credential where user_id = ${banker}`,
    `delete from registry.recovery_code where user_id = ${banker}`,
    `update registry.session set second_factor_at = now() - interval '11 minutes' where user_id = ${banker}`,
  ])
    await firm.rows(change, [firm.emailOf('banker')])
  await who.open(securityPath)
  await page.getByRole('button', { name: 'Quitar la llave Portátil' }).click()
  await page.getByRole('dialog', { name: 'Quitar la llave «Portátil»' }).getByRole('button', { name: 'Quitar' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirma tu identidad' })
  await confirmation.getByText('Usa tu llave de acceso.').waitFor()
  expect(await confirmation.getByLabel('Código').count()).toBe(0)
  expect(await who.violations()).toEqual([])
  await confirmation.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await page.getByText('Llave «Portátil» eliminada.').waitFor()
  await page.getByText('No tienes ninguna llave.').waitFor()
  expect(who.problems).toEqual([])
})

// The server’s tests hold both; the full suite shows them on the page.
testInFullRun('a user whose role needs a second factor enrols it, then gets in', async () => {
  await firm.rows(`update registry.tenant set second_factor_roles = '{advisor}' where prefix = 'dino'`)
  const who = await openVisitor()
  const { page } = who
  await typeCredentials(who, 'advisor')
  await page.waitForURL(/\/crm\/areapersonal\?enrol/)
  await who.settled()
  await page.getByText('Tu perfil exige un segundo factor', { exact: true }).waitFor()
  await expectNoProblems(who)
  await page.goto('/clientes')
  await page.waitForURL(/\/crm\/areapersonal/)
  await enrolAuthenticatorApp(who)
  await page.getByRole('button', { name: 'Ya los he guardado' }).click()
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await page.waitForURL(/\/crm$/)
  await who.settled()
  await who.open(securityPath)
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Tu perfil exige un segundo factor. Añade otro antes de quitar este.').waitFor()
  expect(who.problems).toEqual([])
})

testInFullRun('the personal area shows data, sessions and preferences, on a phone too', async () => {
  const elsewhere = await openVisitor()
  const who = await openVisitor(390)
  const { page } = who
  await typeCredentials(elsewhere, 'direction')
  await elsewhere.page.waitForURL(/\/crm$/)
  await who.openAs('direction', '/crm/areapersonal')
  await page.getByText(firm.emailOf('direction')).first().waitFor()
  await expectNoProblems(who)
  await page.getByRole('link', { name: 'Sesiones' }).click()
  await page.getByText('Esta sesión', { exact: true }).waitFor()
  await expectNoProblems(who)
  await page
    .getByRole('button', { name: /^Cerrar la sesión de Chrome en Linux/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Cerrar la sesión de Chrome en Linux' })
  await dialog.getByRole('button', { name: 'Cerrar esa sesión' }).click()
  await page.getByText('Sesión de Chrome en Linux cerrada.').waitFor()
  await page.getByText('No hay más sesiones abiertas.').waitFor()
  await elsewhere.page.reload()
  await elsewhere.page.waitForURL(/\/auth\/log/)

  await page.getByRole('link', { name: 'Preferencias' }).click()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('english')
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter at least 10 characters.').waitFor()
  expect(await page.getByLabel('New password').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('New password').fill('a new and longer password')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The password is not correct.').waitFor()
  await page.getByLabel('Current password').fill(firm.password)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Your password has changed.').waitFor()
  await expectNoProblems(who)
})
