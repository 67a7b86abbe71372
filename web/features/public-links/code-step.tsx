import { Button, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { sendLinkCode, verifyLinkCode } from '#contract/public-links.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import classes from './link-page.module.css'

/** Seconds that are left of a wait, counted down on the page. */
const useCountdown = (): readonly [number, (seconds: number) => void] => {
  const [endsAt, setEndsAt] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 500)
    return () => clearTimeout(timer)
  })
  const begin = useCallback((seconds: number) => {
    setLeft(seconds)
    setEndsAt(Date.now() + seconds * 1000)
  }, [])
  return [left, begin]
}

/** What a wrong code says: how many attempts are left, or that another one is needed. */
const useCodeErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation('public-links')
  const textOf = useErrorMessage()
  return (error) => {
    if (!(error instanceof CallError)) return textOf(error)
    if (error.code === 'link.wrongCode') return t('code.wrong', { count: Number(error.fields.left ?? 1) })
    return error.code === 'link.codeExpired' ? t('code.expired') : textOf(error)
  }
}

type Props = {
  token: string
  email: string
  submit: string
  /** What is about to be done, to be seen once more. */
  children?: ReactNode
  /** Acts with what the right code gives; throws what refuses it. */
  onAccess: (access: string) => Promise<void>
  onBack: () => void
  /** The link was used meanwhile, perhaps by an answer whose reply never came: reads it again, so that the page says when. */
  onUsed: () => Promise<void>
}

/** Sends a code as it opens, takes it, and goes on. What a right code gives is kept: a failure of the network asks for no other one. */
export const CodeStep = ({ token, email, submit, children, onAccess, onBack, onUsed }: Props) => {
  const { t } = useTranslation('public-links')
  const textOf = useCodeErrorText()
  const field = useRef<HTMLInputElement>(null)
  const access = useRef<string | null>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [minutes, setMinutes] = useState<number | null>(null)
  const [wait, beginWait] = useCountdown()
  const { busy, failure, run, setFailure } = useAction()
  const sending = useAction()
  const isSent = useRef(false)

  /** Whatever the link is needed for. */
  const callUnused = <Result,>(call: Promise<Result>): Promise<Result> =>
    call.catch(async (error: unknown) => {
      if (error instanceof CallError && error.code === 'link.used') await onUsed()
      throw error
    })
  const sendCode = async (): Promise<void> => {
    const sent = await callUnused(callEndpoint(sendLinkCode, { body: { token } }))
    access.current = null
    setMinutes(sent.minutes)
    beginWait(sent.waitSeconds)
    setFailure(null)
    field.current?.focus()
  }
  // Once as it opens, however often it is drawn.
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    void sending.run(sendCode)
  })
  const { failure: sendFailure } = sending
  useEffect(() => {
    if (sendFailure instanceof CallError && sendFailure.retryAfter) beginWait(sendFailure.retryAfter)
  }, [sendFailure, beginWait])

  const confirm = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = code.replace(/\D/g, '')
    setMissing(typed.length !== 6)
    if (typed.length !== 6 && access.current === null) return field.current?.focus()
    const isDone = await run(async () => {
      access.current ??= (await callUnused(callEndpoint(verifyLinkCode, { body: { token, code: typed } }))).access
      await callUnused(onAccess(access.current)).catch((error: unknown) => {
        if (error instanceof CallError && error.code === 'link.accessOver') access.current = null
        throw error
      })
    })
    if (!isDone) field.current?.select()
  }

  return (
    <form className={classes.form} onSubmit={(event) => void confirm(event)} noValidate>
      {children}
      <p className={textClasses.muted}>{minutes !== null && t('code.lead', { email, minutes })}</p>
      <FailureMessage of={sendFailure} />
      <FailureMessage of={failure}>{failure !== null && textOf(failure)}</FailureMessage>
      <TextInput
        ref={field}
        label={t('code.label')}
        size="lg"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        value={code}
        error={missing && code.replace(/\D/g, '').length !== 6 && t('code.empty')}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <SubmitButton size="lg" fullWidth busy={busy}>
        {submit}
      </SubmitButton>
      <div className={layoutClasses.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('code.back')}
        </Button>
        <Button
          variant="subtle"
          disabled={wait > 0 || sending.busy}
          onClick={() => {
            setCode('')
            void sending.run(sendCode)
          }}
        >
          {wait > 0 ? t('code.againIn', { seconds: wait }) : t('code.again')}
        </Button>
      </div>
      <SuccessMessage>
        {sending.busy ? null : minutes !== null && !failure && !sendFailure && t('code.sent')}
      </SuccessMessage>
    </form>
  )
}
