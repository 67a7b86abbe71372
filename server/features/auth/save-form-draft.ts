import type * as drafts from '#contract/auth/drafts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** Bytes of JSON that one form may take. */
const maxDraftBytes = 65_536
/** Drafts of one person: the oldest ones go. */
const maxDraftsPerPerson = 50
/** Lists in lists: no form has more, and what reads it has to come to an end. */
const maxNestingDepth = 20

const isNestedDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isNestedDeeperThan(one, levels - 1)))

/** Keeps what was typed into a form, in the place of what was kept of it before. Throws `request.tooLarge`, `request.invalid`. */
export const saveFormDraft = async (
  { person, prefix }: Ctx,
  { params: { form }, body: { values } }: ParsedRequest<typeof drafts.saveFormDraft>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof drafts.saveFormDraft>> => {
  if (isNestedDeeperThan(values, maxNestingDepth))
    throw buildRefusal('request.invalid', { fields: { values: 'too_deep' } })
  const content = JSON.stringify(values)
  const bytes = Buffer.byteLength(content)
  if (bytes > maxDraftBytes)
    throw buildRefusal('request.tooLarge', {
      message: `A draft may have ${maxDraftBytes / 1024} kB; this one has ${Math.ceil(bytes / 1024)} kB and is not kept`,
    })
  const access = deps.tenants.signIn()
  await access.queryPrepared(
    'keep draft',
    `insert into draft (user_id, prefix, form, content, saved_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, prefix, form) do update set content = excluded.content, saved_at = excluded.saved_at`,
    [person.userId, prefix, form, content, new Date(deps.clock()).toISOString()],
  )
  // After the draft is there for all to see: of several that are kept at once, the last to look drops what is too many.
  await access.queryPrepared(
    'drop oldest drafts',
    `delete from draft d using (
       select prefix, form from draft where user_id = $1 order by saved_at desc, prefix, form offset ${maxDraftsPerPerson}) old
      where d.user_id = $1 and d.prefix = old.prefix and d.form = old.form`,
    [person.userId],
  )
  return { kept: true }
}
