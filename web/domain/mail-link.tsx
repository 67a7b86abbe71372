/** An e-mail to write to. Where it takes two lines the second begins with its domain. */
export const MailLink = ({ email }: { email: string }) => {
  const at = email.lastIndexOf('@')
  return (
    <a href={`mailto:${email}`} translate="no">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  )
}
