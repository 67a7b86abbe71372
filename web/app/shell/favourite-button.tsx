import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './topbar.module.css'
import { useFavouriteToggle } from './use-favourites.ts'

/** Keeps the page in sight at the top of the menu, or no longer. */
export const FavouriteButton = () => {
  const { t } = useTranslation('shell')
  const favourite = useFavouriteToggle()
  if (!favourite) return null
  const { title, isFavourite, isFull, toggle } = favourite
  const Icon = isFavourite ? IconStarFilled : IconStar
  const page = t(`screens.${title}`)
  const label = t(isFavourite ? 'favourites.remove' : isFull ? 'favourites.full' : 'favourites.add', { page })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={`${classes.icon} ${classes.favourite}`}
      aria-label={label}
      title={label}
      disabled={isFull}
      onClick={toggle}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  )
}
