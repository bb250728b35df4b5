import 'virtual:colours.css'
import './site.css'
import './home.css'
import './pages.css'
import './richText.css'
import { startCarousel } from './carousel.ts'
import { startMiniature } from './miniature.ts'
import { closeMenus, rememberLanguage, welcomeBack } from './visitor.ts'

/* Script of the public site, whose pages are complete without it. */
closeMenus(document)
rememberLanguage(location.search)
welcomeBack(document)
const motion = matchMedia('(prefers-reduced-motion: reduce)')
for (const element of document.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(element, motion)
for (const element of document.querySelectorAll<HTMLElement>('[data-miniature]')) startMiniature(element, motion)
