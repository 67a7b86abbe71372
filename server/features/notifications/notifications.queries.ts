import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { listNotifications, markNotificationsRead, Notification } from '#contract/notifications.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { addSubjectNames } from './name-subjects.ts'

/** A row of the registry, in the words of the wire. */
export const notificationColumns = 'n.id, n.kind, n.params, n.link, n.at, n.read_at as "readAt"'
/** Mine: what concerns me in this prefix, or wherever I work. */
const isOwnNotificationSql = 'n.user_id = $1 and (n.prefix is null or n.prefix = $2)'

/** How many of mine I haven't read. */
export const countUnreadNotifications = async ({ person, prefix }: Ctx, { deps }: HttpContext): Promise<number> => {
  const [row] = await deps.tenants
    .signIn()
    .queryPrepared<{ unread: number }>(
      'unread',
      `select count(*)::int as unread from notification n where ${isOwnNotificationSql} and n.read_at is null`,
      [person.userId, prefix],
    )
  return row!.unread
}

/** Newest first, from the one before `before`; one more than asked tells whether there are older ones. */
export const findNotifications = async (
  ctx: Ctx,
  { query: { before, unread, limit } }: ParsedRequest<typeof listNotifications>,
  raw: HttpContext,
): Promise<ResponseBody<typeof listNotifications>> => {
  const found = await raw.deps.tenants.signIn().queryPrepared<Notification>(
    'notifications',
    `select ${notificationColumns} from notification n
      where ${isOwnNotificationSql} and ($3::bigint is null or n.id < $3) and not ($4 and n.read_at is not null)
      order by n.id desc limit $5`,
    [ctx.person.userId, ctx.prefix, before ?? null, unread ?? false, limit + 1],
  )
  const notifications = await addSubjectNames(ctx, found.slice(0, limit))
  return { notifications, unread: await countUnreadNotifications(ctx, raw), more: found.length > limit }
}

/** Marks what is mine among these; reading twice changes nothing. */
export const markOwnNotificationsRead = async (
  ctx: Ctx,
  { body: { ids, upTo } }: ParsedRequest<typeof markNotificationsRead>,
  raw: HttpContext,
): Promise<ResponseBody<typeof markNotificationsRead>> => {
  await raw.deps.tenants.signIn().queryPrepared(
    'mark read',
    `update notification n set read_at = $5
      where ${isOwnNotificationSql} and n.read_at is null and (n.id = any($3::bigint[]) or n.id <= $4::bigint)`,
    [ctx.person.userId, ctx.prefix, ids ?? [], upTo ?? null, new Date(raw.deps.clock()).toISOString()],
  )
  return { unread: await countUnreadNotifications(ctx, raw) }
}
