import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { findContactDuplicates } from '#contract/contacts.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { isWholeEmail, isWholePhone } from '#web/domain/typed-contact-data.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { ContactFormValues } from './contact-form-values.ts'

/** Who may be the same person, as soon as an e-mail or a phone is whole; what is half typed is asked about by nobody. */
export const useContactDuplicates = (form: UseFormReturn<ContactFormValues>) => {
  const [name, surname, email, phone] = form
    .watch(['name', 'surname', 'email', 'phone'])
    .map((value) => value.trim()) as [string, string, string, string]
  const body = {
    name,
    surname,
    email: isWholeEmail(email) ? email : null,
    phone: isWholePhone(phone) ? phone : null,
  }
  const debounced = useDebounced(JSON.stringify(body), 500)
  const request = JSON.parse(debounced) as typeof body
  const isWorthAsking = Boolean((request.email || request.phone) && (request.name || request.surname))
  const { data } = useQuery({
    ...buildQueryOptions(findContactDuplicates, { body: request }),
    enabled: isWorthAsking,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  return isWorthAsking ? data : undefined
}
