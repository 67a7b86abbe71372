import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { Logo } from '#web/ui/logo.tsx'
import classes from './brand.module.css'

/** The product's sign, which leads to the start page. `isLogoOnly`: without the name beside it. */
export const Brand = ({
  isLogoOnly = false,
  className = '',
}: {
  isLogoOnly?: boolean
  className?: string | undefined
}) => {
  const { t } = useTranslation('shell')
  return (
    <Link to="/" className={`${classes.brand} ${className}`} aria-label={t('menu.home')}>
      <Logo />
      {!isLogoOnly && <span>{t('product')}</span>}
    </Link>
  )
}
