import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getMutedNotifications, NotificationKind, switchNotificationKind } from '#contract/notifications.ts'
import { notificationKinds } from '#contract/notifications.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'

type MutedRow = { muted: string[] }

/** A kind that an older version knew is nobody's any more. */
const toKnownKinds = ([row]: MutedRow[]): { muted: NotificationKind[] } => ({
  muted: notificationKinds.filter((kind) => row?.muted.includes(kind)),
})

export const findMutedNotifications = async (
  { person }: Ctx,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getMutedNotifications>> =>
  toKnownKinds(
    await deps.tenants
      .signIn()
      .queryPrepared<MutedRow>(
        'muted notifications',
        'select muted_notifications as muted from preference where user_id = $1',
        [person.userId],
      ),
  )

/** Switches one kind and leaves the others, so that two tabs don't undo each other. */
export const switchOwnNotificationKind = async (
  { person }: Ctx,
  { body: { kind, on } }: ParsedRequest<typeof switchNotificationKind>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof switchNotificationKind>> =>
  toKnownKinds(
    await deps.tenants.signIn().queryPrepared<MutedRow>(
      'switch notification kind',
      `insert into preference as p (user_id, changed_at, muted_notifications)
       values ($1, $4, case when $3 then '{}'::text[] else array[$2::text] end)
       on conflict (user_id) do update set
         muted_notifications = array_remove(p.muted_notifications, $2::text) || excluded.muted_notifications,
         changed_at = excluded.changed_at
       returning muted_notifications as muted`,
      [person.userId, kind, on, new Date(deps.clock()).toISOString()],
    ),
  )
