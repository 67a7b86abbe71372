import { Anchor, Checkbox } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { findContactDuplicates } from '#contract/contacts.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { ContactFormValues } from './contact-form-values.ts'
import classes from './contacts.module.css'

type Props = { form: UseFormReturn<ContactFormValues>; found: ResponseBody<typeof findContactDuplicates> | undefined }
type LikePerson = { key: string; href: string; name: string; note: string }

/** Says which contacts and clients may be the same person; whoever knows better says that they are somebody else. */
export const DuplicateNotice = ({ form, found }: Props) => {
  const { t } = useTranslation('contacts')
  if (!found) return <div aria-live="polite" />
  const people: LikePerson[] = [
    ...found.contacts.map(({ id, fullName, ownerName, stage }) => ({
      key: `contact ${id}`,
      href: `/crm/AgendaComercial/contactos/${id}`,
      name: fullName,
      note: t('duplicates.contact', { owner: ownerName ?? t('nobody'), stage: t(`stages.${stage}`) }),
    })),
    ...found.clients.map(({ id, fullName, cvl, managerName }) => ({
      key: `client ${id}`,
      href: `/clientes/${id}`,
      name: fullName,
      note: t('duplicates.client', { cvl, manager: managerName ?? t('nobody') }),
    })),
  ]
  const outside = [...new Set([...found.outside.contacts, ...found.outside.clients])]
  return (
    <div aria-live="polite">
      {(people.length > 0 || outside.length > 0) && (
        <div className={classes.notice}>
          <strong>{t('duplicates.title')}</strong>
          {people.length > 0 && (
            <ul className={classes.matches}>
              {people.map(({ key, href, name, note }) => (
                <li key={key}>
                  <Anchor href={href} target="_blank" rel="noopener" aria-label={t('duplicates.open', { name })}>
                    {name}
                  </Anchor>{' '}
                  · {note}
                </li>
              ))}
            </ul>
          )}
          {outside.length > 0 && (
            <p>
              {t('duplicates.outside', { by: outside.map((criterion) => t(`duplicates.by.${criterion}`)).join(', ') })}
            </p>
          )}
          <Controller
            control={form.control}
            name="isSomebodyElse"
            render={({ field: { value, onChange, ref } }) => (
              <Checkbox
                ref={ref}
                label={t('duplicates.somebodyElse')}
                checked={value}
                onChange={(event) => onChange(event.currentTarget.checked)}
              />
            )}
          />
        </div>
      )}
    </div>
  )
}
