// Import once, before anything else of the portal: the order of these sheets is their meaning.
import './mantine.ts';
import './fonts.css';
import './base.css';
import './print.css';
