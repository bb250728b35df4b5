import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * The token of a mailed link, `#token=…`: in the fragment, because that never leaves the browser. It is taken out of
 * the address at once, so that it is in no history, bookmark or picture of the screen. Null where the address has none.
 */
export function useLinkToken(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const inAddress = tokenOf(hash)
  const [token, setToken] = useState(inAddress)
  if (inAddress !== null && inAddress !== token) setToken(inAddress)
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true })
  }, [hash, navigate, pathname, search])
  return token
}

function tokenOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return (text.includes('=') ? new URLSearchParams(text).get('token') : text) || null
}
