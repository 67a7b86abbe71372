import { useLocation, useNavigate } from 'react-router'

/** Whether the dialog is open that the address names after its #, so that a link opens it; and what opens and closes it, in place of the history's last step. */
export const useHashDialog = (name: string): [open: boolean, setOpen: (open: boolean) => void] => {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const setOpen = (open: boolean): void =>
    void navigate({ pathname, search, hash: open ? name : '' }, { replace: true })
  return [hash === `#${name}`, setOpen]
}
