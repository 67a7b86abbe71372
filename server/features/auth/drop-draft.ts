import type { dropDraft as contract } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw } from '#server/core/serve.ts'

/** Forgets what was kept of a form; nothing to forget is as good. */
export const dropDraft = async (
  { person, prefix }: Ctx,
  { params: { form } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> => {
  const values = [person.userId, prefix, form]
  await serving.tenants
    .signIn()
    .fixed('drop draft', 'delete from draft where user_id = $1 and prefix = $2 and form = $3', values)
  return { dropped: true }
}
