import type { ReactNode } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPageFrame } from '#web/ui/public-page-frame.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './link-page.module.css'

type Props = {
  title: string
  lead?: ReactNode
  /** Null before it is known, and of a link that is not valid. */
  firm: string | null
  children?: ReactNode
}

/** A page behind a link of an e-mail: one column that reads well on a telephone, under the name of the firm. */
export const LinkPage = ({ title, lead, firm, children }: Props) => {
  const { t } = useTranslation('public-links')
  return (
    <PublicPageFrame {...(firm && { firm, footerText: t('foot', { firm }) })}>
      <title>{`${title} · ${firm ? `${firm} · ` : ''}Atalaya`}</title>
      <div className={classes.page}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={textClasses.muted}>{lead}</p>}
        {children}
      </div>
    </PublicPageFrame>
  )
}
