import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { EndpointSpec, RequestInput } from '#contract/core/endpoint.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './export.module.css'
import { startExport } from './export-jobs.ts'

type Props<E extends EndpointSpec> = {
  endpoint: E
  sent: RequestInput<E>
  /** What the file is called, without its ending. */
  file: string
  /** What is in it, where several stand beside each other: said on a phone too, where the sign alone would be the same for all. */
  label?: string
}

/** Fetches a document and saves it; how far it is stands in the corner, as of every file. */
export const PdfButton = <E extends EndpointSpec>({ endpoint, sent, file, label }: Props<E>) => {
  const { t } = useTranslation('list')
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      classNames={label ? {} : { section: classes.icon ?? '' }}
      aria-label={label ?? t('export.pdf')}
      onClick={() => startExport(endpoint, sent, `${file}.pdf`)}
    >
      {label ?? <span className={classes.label}>{t('export.pdf')}</span>}
    </Button>
  )
}
