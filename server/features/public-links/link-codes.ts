import { randomInt } from 'node:crypto'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/public-links.ts'
import type { PublicLinkKind } from '#db/types.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { queueClientMail } from '#server/domain/client-mail.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import {
  assertLinkCallAllowed,
  codeMinutes,
  createLinkCode,
  getOpenLink,
  takeLinkCode,
} from '#server/domain/public-links.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'

const allKinds: readonly PublicLinkKind[] = ['consent', 'withdrawal', 'info_form']

const codeWaitSeconds = 60
/** Of one link: its owner's mailbox is not filled, and a code has few chances to be guessed. */
const codeLimits = [
  { maxCalls: 1, seconds: codeWaitSeconds },
  { maxCalls: 5, seconds: 3600 },
  { maxCalls: 10, seconds: 86_400 },
]

/** Sends a code to where the link was sent. The one before no longer holds. */
export const sendLinkCode = async (
  { body: { token } }: ParsedRequest<typeof contract.sendLinkCode>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.sendLinkCode>> => {
  const { deps } = raw
  await assertLinkCallAllowed(raw, 'code')
  const { db, id, prefix, clientId, recipient, idioma } = await getOpenLink(raw, token, allKinds)
  await assertWithinRateLimit(deps, `public link code ${prefix} ${id}`, codeLimits)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = new Date(deps.clock() + codeMinutes * 60_000).toISOString()
  await db.transaction().execute(async (tx) => {
    await createLinkCode(tx, deps, id, code)
    const facts = { code, until }
    await queueClientMail(tx, deps, { clientId, template: 'link.code', recipient, idioma, facts })
  })
  return { sentTo: maskEmail(recipient), minutes: codeMinutes, waitSeconds: codeWaitSeconds }
}

export const verifyLinkCode = async (
  { body: { token, code } }: ParsedRequest<typeof contract.verifyLinkCode>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.verifyLinkCode>> => {
  await assertLinkCallAllowed(raw, 'verify')
  const { db, ...link } = await getOpenLink(raw, token, allKinds)
  return { access: await takeLinkCode(db, raw.deps, link, code) }
}
