import { useState } from 'react'
import { useParams } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { readInfoForm } from '#contract/info-forms.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FormAnswers } from './form-answers.tsx'
import { LinkContent } from './link-content.tsx'
import { LinkPage } from './link-page.tsx'

type FormLinkAnswer = ResponseBody<typeof readInfoForm>

const readLink = (token: string): Promise<FormLinkAnswer> => callEndpoint(readInfoForm, { body: { token } })

type FormLinkProps = { token: string; link: FormLinkAnswer; onRead: () => Promise<void> }

const FormLink = ({ token, link, onRead }: FormLinkProps) => {
  const { t } = useTranslation('public-links')
  const format = useFormatters()
  const [isAnswered, setAnswered] = useState(false)
  const { state, kind, firm, sentTo, expiresAt, usedAt } = link
  if (isAnswered) return <LinkPage title={t('form.doneTitle')} lead={t('form.doneText')} firm={firm} />
  if (state === 'used')
    return <LinkPage title={t('used.title')} lead={t('form.usedText', { date: format.dateTime(usedAt) })} firm={firm} />
  if (state === 'invalid' || kind === null)
    return <LinkPage title={t('invalid.title')} lead={t('invalid.text')} firm={null} />
  return (
    <FormAnswers
      token={token}
      kind={kind}
      firm={firm}
      email={sentTo ?? ''}
      expiresAt={expiresAt}
      onAnswered={() => setAnswered(true)}
      onUsed={onRead}
    />
  )
}

/** What a client fills in by a link, without signing in. */
export default function FormPage() {
  const { t } = useTranslation('info-form-fields')
  const { token = '' } = useParams()
  return (
    <LinkContent token={token} title={t('paper.title')} read={readLink}>
      {(link, readAgain) => <FormLink key={token} token={token} link={link} onRead={readAgain} />}
    </LinkContent>
  )
}
