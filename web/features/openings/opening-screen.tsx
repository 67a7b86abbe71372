import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import {
  changeDraft,
  getOpening,
  type Opening,
  type OpeningOptions,
  openAccount,
  openingOptions,
  quoteOpening,
  type Wanted,
} from '#contract/openings.ts'
import { CallError, call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useWish } from '#web/core/wish-key.ts'
import { OpeningQuote } from '#web/domain/opening-quote.tsx'
import { Beside, Meaning } from '#web/ui/beside.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RecordBones } from '#web/ui/facts.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { OpeningForm } from './opening-form.tsx'
import { emptyValues, quotedOf, type Values, valuesOf, wantedOf } from './opening-values.ts'

/** The quote follows what is typed; the one before stays in sight while the next is on its way. */
const useQuote = (clientId: string, wanted: Wanted | undefined) => {
  const [asked] = useDebouncedValue(wanted && JSON.stringify(wanted), 300)
  return useQuery({
    ...read(quoteOpening, { params: { clientId }, body: asked ? (JSON.parse(asked) as Wanted) : wanted! }),
    enabled: wanted !== undefined && asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

type Props = { clientId: string; options: OpeningOptions; opening: Opening | undefined }

const OpeningPage = ({ clientId, options, opening }: Props) => {
  const { t } = useTranslation(['openings', 'shell'])
  const format = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const wish = useWish()
  const submit = useRef(true)
  const made = useRef('')
  const rate = useRef('')
  const sending = useSending<Values>({
    defaults: opening ? valuesOf(opening, format) : emptyValues(clientId, options),
    send: async (values) => {
      const reason = values.reason.trim()
      const wanted = wantedOf(values, options)!
      const body = { wanted, rate: rate.current, submit: submit.current, ...(reason && { reason }) }
      // Of the same wish the same key: what was changed since is another one.
      const saved = opening
        ? await call(changeDraft, {
            params: { clientId, accountId: opening.accountId },
            body: { ...body, version: opening.version },
          })
        : await call(openAccount, { params: { clientId }, body }, wish(submit.current ? 'open' : 'draft'))
      made.current = saved.accountId
    },
  })
  // After the form has settled: what was sent is no longer unsaved.
  useEffect(() => {
    if (sending.sent === 0) return
    void client.invalidateQueries()
    void navigate(`/clientes/${clientId}/cuentas/${made.current}`, { replace: true })
  }, [sending.sent, navigate, client, clientId])
  const wanted = wantedOf(sending.form.watch(), options)
  const quote = useQuote(clientId, wanted && quotedOf(wanted))
  rate.current = quote.data?.rate ?? ''
  const shown = wanted && !quote.error ? quote.data : undefined
  const { setError } = sending.form
  useEffect(() => {
    if (!(quote.error instanceof CallError)) return
    for (const [field, message] of Object.entries(quote.error.fields))
      if (['amount', 'productId', 'bonusRate', 'holders', 'termMonths', 'transferProductId'].includes(field))
        setError(field as keyof Values, { type: message, message })
  }, [quote.error, setError])
  return (
    <Page>
      <PageHead
        title={t(opening ? 'shell:screens.editAccount' : 'shell:screens.newAccount')}
        context={<Link to={`/clientes/${clientId}`}>{options.clientName}</Link>}
      />
      <Beside>
        <OpeningForm
          sending={sending}
          options={options}
          quote={shown}
          draft={`openings/${opening?.accountId ?? clientId}`}
          onSubmit={(value) => {
            submit.current = value
          }}
        />
        <Meaning busy={quote.isPlaceholderData || quote.isLoading} live="polite">
          {shown ? (
            <OpeningQuote quote={shown} />
          ) : (
            <Section title={t('quote.title')} lead={t(quote.error ? 'quote.wrong' : 'quote.nothing')} />
          )}
        </Meaning>
      </Beside>
    </Page>
  )
}

/** Opens an account for a client, or goes on with its draft; beside it what it would earn, before anything is saved. */
export default function OpeningScreen() {
  const { t } = useTranslation(['list', 'openings'])
  const { clientId = '', draftId: accountId = '' } = useParams()
  const options = useQuery(read(openingOptions, { params: { clientId } }))
  const opening = useQuery({
    ...read(getOpening, { params: { clientId, accountId } }),
    enabled: accountId !== '',
    staleTime: 0,
  })
  const error = options.error ?? opening.error
  if (error) return <ErrorState error={error} />
  if (!options.data || (accountId !== '' && !opening.data)) return <RecordBones label={t('loading')} tiles={0} />
  // Of a draft with a holder out of scope not all can be sent back.
  if (opening.data?.holders.some(({ clientId: id }) => id === null))
    return <EmptyState title={t('openings:part.holderOutside')} />
  return <OpeningPage key={accountId} clientId={clientId} options={options.data} opening={opening.data} />
}
