import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  changeOpeningDraft,
  getOpening,
  getOpeningOptions,
  type OpeningDetail,
  type OpeningOptions,
  type OpeningTerms,
  openAccount,
  quoteOpening,
} from '#contract/openings.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { OpeningQuoteSummary } from '#web/domain/opening-quote.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FormPreview, FormWithPreview } from '#web/ui/form-with-preview.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { OpeningForm } from './opening-form.tsx'
import {
  buildEmptyOpeningValues,
  type OpeningFormValues,
  toOpeningInput,
  toOpeningValues,
  toQuoteInput,
} from './opening-values.ts'

const fetchQuote = (clientId: string, quoteInput: OpeningTerms) =>
  queryClient.fetchQuery(buildQueryOptions(quoteOpening, { params: { clientId }, body: quoteInput }))

/** The quote follows what is typed; the one before stays in sight while the next is on its way. */
const useOpeningQuote = (clientId: string, quoteInput: OpeningTerms | undefined) => {
  const debouncedInput = useDebounced(quoteInput && JSON.stringify(quoteInput), 300)
  return useQuery({
    ...buildQueryOptions(quoteOpening, {
      params: { clientId },
      body: debouncedInput ? (JSON.parse(debouncedInput) as OpeningTerms) : quoteInput!,
    }),
    enabled: quoteInput !== undefined && debouncedInput !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

type Props = { clientId: string; options: OpeningOptions; opening: OpeningDetail | undefined }

const AccountOpeningPage = ({ clientId, options, opening }: Props) => {
  const { t } = useTranslation(['openings', 'shell'])
  const format = useFormatters()
  const navigate = useNavigate()
  const withIdempotencyKey = useIdempotencyKey()
  const submit = useRef(true)
  const made = useRef('')
  const rate = useRef('')
  const sending = useSubmitForm<OpeningFormValues>({
    defaults: opening ? toOpeningValues(opening, format) : buildEmptyOpeningValues(clientId, options),
    version: opening?.version,
    submit: async (values, version) => {
      const reason = values.reason.trim()
      const quoteInput = toOpeningInput(values, options)!
      // Sent before its quote has come: the server knows the rate.
      const quoted = rate.current ? null : await fetchQuote(clientId, toQuoteInput(quoteInput))
      const body = {
        wanted: quoteInput,
        rate: quoted?.rate ?? rate.current,
        submit: submit.current,
        ...(reason && { reason }),
      }
      // Of the same wish the same key: what was changed since is another one.
      const saved = opening
        ? await callEndpoint(
            changeOpeningDraft,
            { params: { clientId, accountId: opening.accountId }, body: { ...body, version } },
            { refreshOnRefusal: true },
          )
        : await callEndpoint(
            openAccount,
            { params: { clientId }, body },
            withIdempotencyKey(submit.current ? 'open' : 'draft'),
          )
      made.current = saved.accountId
    },
  })
  // After the form has settled: what was sent is no longer unsaved.
  useEffect(() => {
    if (sending.submitCount === 0) return
    void navigate(`/clientes/${clientId}/cuentas/${made.current}`, { replace: true })
  }, [sending.submitCount, navigate, clientId])
  const quoteInput = toOpeningInput(sending.form.watch(), options)
  const quote = useOpeningQuote(clientId, quoteInput && toQuoteInput(quoteInput))
  rate.current = quote.data?.rate ?? ''
  const shown = quoteInput && !quote.error ? quote.data : undefined
  const { setError } = sending.form
  useEffect(() => {
    if (!(quote.error instanceof CallError)) return
    for (const [field, message] of Object.entries(quote.error.fields))
      if (['amount', 'productId', 'bonusRate', 'holders', 'termMonths', 'transferProductId'].includes(field))
        setError(field as keyof OpeningFormValues, { type: message, message })
  }, [quote.error, setError])
  return (
    <Page>
      <PageHead
        title={t(opening ? 'shell:screens.editAccount' : 'shell:screens.newAccount')}
        context={<Link to={`/clientes/${clientId}`}>{options.clientName}</Link>}
      />
      <FormWithPreview>
        <OpeningForm
          sending={sending}
          options={options}
          quote={shown}
          draft={`openings/${opening?.accountId ?? clientId}`}
          onSubmit={(value) => {
            submit.current = value
          }}
        />
        <FormPreview busy={quote.isPlaceholderData || quote.isLoading} ariaLive="polite">
          {shown ? (
            <OpeningQuoteSummary quote={shown} />
          ) : (
            <Section title={t('quote.title')} description={t(quote.error ? 'quote.wrong' : 'quote.nothing')} />
          )}
        </FormPreview>
      </FormWithPreview>
    </Page>
  )
}

/** Opens an account for a client, or goes on with its draft; beside it what it would earn, before anything is saved. */
export default function AccountOpeningScreen() {
  const { t } = useTranslation(['list', 'openings'])
  const { clientId = '', draftId: accountId = '' } = useParams()
  const options = useQuery(buildQueryOptions(getOpeningOptions, { params: { clientId } }))
  const opening = useQuery({
    ...buildQueryOptions(getOpening, { params: { clientId, accountId } }),
    enabled: accountId !== '',
    staleTime: 0,
  })
  const format = useFormatters()
  const draft = options.data && opening.data && toOpeningInput(toOpeningValues(opening.data, format), options.data)
  // What a draft would earn decides which fields it has: coming later, it would move those below.
  const quote = useOpeningQuote(clientId, draft && toQuoteInput(draft))
  const error = options.error ?? opening.error
  if (error) return <ErrorState error={error} />
  if (!options.data || (accountId !== '' && !opening.data) || quote.isLoading)
    return <RecordSkeleton label={t('loading')} tiles={0} />
  // Of a draft with a holder out of scope not all can be sent back.
  if (opening.data?.holders.some(({ clientId: id }) => id === null))
    return <EmptyState title={t('openings:part.holderOutside')} hint={t('openings:part.holderOutsideHint')} />
  return <AccountOpeningPage key={accountId} clientId={clientId} options={options.data} opening={opening.data} />
}
