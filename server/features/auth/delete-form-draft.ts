import type * as drafts from '#contract/auth/drafts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Forgets what was kept of a form; nothing to forget is as good. */
export const deleteFormDraft = async (
  { person, prefix }: Ctx,
  { params: { form } }: ParsedRequest<typeof drafts.deleteFormDraft>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof drafts.deleteFormDraft>> => {
  const values = [person.userId, prefix, form]
  await deps.tenants
    .signIn()
    .queryPrepared('drop draft', 'delete from draft where user_id = $1 and prefix = $2 and form = $3', values)
  return { dropped: true }
}
