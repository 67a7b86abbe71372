import type { Page } from 'playwright-core'
import type { Role } from '#contract/permissions.ts'
import type { Firm } from './firm.ts'

/** Tells the person of this role in the firm something, as a server does. */
export const insertNotification = async (
  firm: Firm,
  role: Role,
  kind: string,
  params: Record<string, string>,
  at = new Date(),
): Promise<void> => {
  await firm.rows(
    `insert into notification (user_id, prefix, kind, params, link, at)
     select id, 'dino', $2, $3, $4, $5 from app_user where email = $1`,
    [firm.emailOf(role), kind, params, kind === 'maintenance.announced' ? null : '/crm/areapersonal', at.toISOString()],
  )
}
export const getNotificationBell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ })
export const getBellByName = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
