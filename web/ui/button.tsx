import './button.css'
import type { ComponentProps, ComponentType } from 'react'
import { PageLink } from '#web/navigation/page-link.tsx'

type Look = 'primary' | 'secondary' | 'quiet'

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  size?: 'usual' | 'small'
  /** Whether the action is running: not clickable, and announced. */
  isBusy?: boolean
}

/** A button that keeps the focus while disabled or busy, for keyboard users whose press disables it. */
export function Button({
  look = 'primary',
  size = 'usual',
  isBusy = false,
  disabled = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...others
}: ButtonProps) {
  const isOff = isBusy || disabled
  return (
    <button
      {...others}
      type={isOff ? 'button' : type}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={isOff ? undefined : onClick}
      className={`button button-${look} ${size === 'small' ? 'button-small' : ''} ${className}`}
    >
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The name for screen readers. */
  label: string
  icon: ComponentType<ComponentProps<'svg'>>
  /** Whether the button is as small as an icon in a line of text. */
  isSmall?: boolean
  isBusy?: boolean
}

/** A round button with only an icon. It keeps the focus while disabled. */
export function IconButton({
  label,
  icon: Icon,
  isSmall = false,
  isBusy = false,
  disabled = false,
  className = '',
  onClick,
  ...others
}: IconButtonProps) {
  const isOff = isBusy || disabled
  return (
    <button
      {...others}
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className={`icon-button ${className}`}
    >
      <Icon aria-hidden="true" className={isSmall ? 'icon' : undefined} />
    </button>
  )
}

type LinkButtonProps = ComponentProps<typeof PageLink> & { look?: Look; size?: 'usual' | 'small' }

export function LinkButton({ look = 'primary', size = 'usual', className = '', ...others }: LinkButtonProps) {
  return (
    <PageLink
      {...others}
      className={`button button-${look} ${size === 'small' ? 'button-small' : ''} ${className}`}
    />
  )
}
