import { useState } from 'react'
import { useParams } from 'react-router'
import { readConsents } from '#contract/consents.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConsentAnswers, type LinkAnswer } from './consent-answers.tsx'
import { ConsentWithdrawal } from './consent-withdrawal.tsx'
import { LinkContent } from './link-content.tsx'
import { LinkPage } from './link-page.tsx'

const ConsentLink = ({ token, link, onRead }: { token: string; link: LinkAnswer; onRead: () => Promise<void> }) => {
  const { t } = useTranslation('public-links')
  const format = useFormatters()
  const [done, setDone] = useState<'answered' | 'withdrawn' | null>(null)
  const { firm, sentTo } = link
  const email = sentTo ?? ''
  if (done === 'answered')
    return <LinkPage title={t('answered.title')} lead={t('answered.text', { email })} firm={firm} />
  if (done === 'withdrawn')
    return <LinkPage title={t('withdrawal.done')} lead={t('withdrawal.doneText', { email })} firm={firm} />
  if (link.state === 'invalid') return <LinkPage title={t('invalid.title')} lead={t('invalid.text')} firm={null} />
  if (link.state === 'used' && link.kind === 'withdrawal')
    return <LinkPage title={t('withdrawal.nothing')} lead={t('withdrawal.nothingText')} firm={firm} />
  if (link.state === 'used')
    return (
      <LinkPage title={t('used.title')} lead={t('used.text', { date: format.dateTime(link.usedAt) })} firm={firm} />
    )
  return link.kind === 'withdrawal' ? (
    <ConsentWithdrawal token={token} link={link} onWithdrawn={() => setDone('withdrawn')} onUsed={onRead} />
  ) : (
    <ConsentAnswers token={token} link={link} onAnswered={() => setDone('answered')} onOutdated={onRead} />
  )
}

const readLink = (token: string): Promise<LinkAnswer> => callEndpoint(readConsents, { body: { token } })

/** What a client reads, signs, refuses or withdraws by a link, without signing in. */
export default function ConsentPage() {
  const { t } = useTranslation('public-links')
  const { token = '' } = useParams()
  return (
    <LinkContent token={token} title={t('title')} read={readLink}>
      {(link, readAgain) => <ConsentLink key={token} token={token} link={link} onRead={readAgain} />}
    </LinkContent>
  )
}
