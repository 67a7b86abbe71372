import type { Locator } from 'playwright-core'
import type { Visitor } from './visitor.ts'

/** A second person follows a link to a change that waits for them, and says yes by keyboard. */
export const approveAsSecondPerson = async (second: Visitor, link: Locator): Promise<void> => {
  const { page } = second
  await second.open((await link.getAttribute('href'))!)
  await page.getByRole('button', { name: 'Aprobar' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).press('Enter')
  await page.getByText('Aprobado. El cambio ya se ha aplicado.').waitFor()
}
